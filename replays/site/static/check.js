// The proof of the match on this page: its file is read and checked in the browser, by the verifier that clubs hand out.
// The file comes as a script, as browsers read no other file of a site that is opened from a disk.
"use strict";

{ // names of its own: other scripts of the page have theirs
  const proof = document.getElementById("proof");
  const verdict = document.getElementById("verdict");
  const button = document.getElementById("check");
  let arrived = null;

  // Called by the file of the proof.
  globalThis.tablescribeBundle = (packed) => { arrived = packed; };

  function fetched() {
    return new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = proof.dataset.from;
      script.addEventListener("load", () => (arrived ? done(arrived) : failed(new Error("empty"))));
      script.addEventListener("error", () => failed(new Error("lost")));
      document.head.append(script);
    });
  }

  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  }

  // What the proof says of this match: its result is the one that the page shows.
  function fits(found) {
    const match = found.matches.find((one) => one.id === proof.dataset.match);
    if (!match || found.matches.length !== 1 || !match.result) return false;
    const [, , winners, scores] = match.result.fields[0];
    return winners.join(" ") === proof.dataset.winners && scores.join(" ") === proof.dataset.scores;
  }

  function tell(kind, text, reasons = []) {
    verdict.hidden = false;
    verdict.className = { good: "verdict good", problem: "verdict", soft: "soft" }[kind];
    verdict.dataset.verdict = kind;
    verdict.replaceChildren(text, ...reasons.flatMap((one) => [document.createElement("br"), one]));
  }

  async function check() {
    if (!await Verifier.canVerify()) return tell("problem", proof.dataset.old);
    tell("soft", proof.dataset.checking);
    let bytes;
    try { bytes = await unpacked(await fetched()); } catch { return tell("problem", proof.dataset.lost); }
    try {
      const found = await Verifier.verifyBundle(bytes, { keys: [await Verifier.readVerifierKey(proof.dataset.key)], kept: [], seats: [] });
      if (!fits(found)) return tell("problem", proof.dataset.other);
      if (found.verdict !== "sound") return tell("problem", proof.dataset.doubt, found.doubts);
      const events = found.streams.find((one) => one.id === proof.dataset.match)?.events.length ?? 0;
      return tell("good", proof.dataset.sound.replace("{n}", events));
    } catch (error) {
      if (!(error instanceof Verifier.Wrong)) throw error;
      return tell("problem", proof.dataset.wrong, [error.message]);
    }
  }

  button.hidden = false;
  button.addEventListener("click", check);
}
