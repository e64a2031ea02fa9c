// Leads to the site in the reader's language, where it is there; the first one otherwise.
"use strict";

addEventListener("DOMContentLoaded", () => {
  const links = [...document.querySelectorAll("a[hreflang]")];
  const wanted = navigator.languages.map((one) => one.slice(0, 2).toLowerCase());
  const found = wanted.map((one) => links.find((link) => link.hreflang === one)).find(Boolean) ?? links[0];
  location.replace(found.href);
});
