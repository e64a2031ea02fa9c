-- Creates the newest schema in an empty SQLite file. `python -m tests.tools.new_ledger` writes it.

CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)

CREATE TABLE events (
	position INTEGER NOT NULL, 
	ledger_id TEXT NOT NULL, 
	match_id TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	type TEXT NOT NULL, 
	body BLOB NOT NULL, 
	previous BLOB NOT NULL, 
	hash BLOB NOT NULL, 
	PRIMARY KEY (position), 
	CONSTRAINT one_event_a_version UNIQUE (match_id, version)
)

CREATE TABLE commands (
	match_id TEXT NOT NULL, 
	command_id TEXT NOT NULL, 
	digest BLOB NOT NULL, 
	first_version INTEGER NOT NULL, 
	count INTEGER NOT NULL, 
	CONSTRAINT one_answer_a_command PRIMARY KEY (match_id, command_id)
)

CREATE TABLE tracking (
	name TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	PRIMARY KEY (name)
)

CREATE TABLE identities (
	ref TEXT NOT NULL, 
	name TEXT NOT NULL, 
	salt BLOB NOT NULL, 
	PRIMARY KEY (ref)
)

CREATE TABLE seeds (
	match_id TEXT NOT NULL, 
	seed BLOB NOT NULL, 
	PRIMARY KEY (match_id)
)

CREATE TABLE about (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
)

CREATE TRIGGER events_refuse_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only: events can be added, never changed'); END

CREATE TRIGGER events_refuse_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only: events can be added, never changed'); END

CREATE TRIGGER commands_refuse_update BEFORE UPDATE ON commands BEGIN SELECT RAISE(ABORT, 'the log is append-only: commands can be added, never changed'); END

CREATE TRIGGER commands_refuse_delete BEFORE DELETE ON commands BEGIN SELECT RAISE(ABORT, 'the log is append-only: commands can be added, never changed'); END

CREATE TRIGGER events_refuse_replace BEFORE INSERT ON events WHEN NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM events) OR EXISTS (SELECT 1 FROM events WHERE match_id = NEW.match_id AND version = NEW.version) BEGIN SELECT RAISE(ABORT, 'the log is append-only: events are added at the end, each once'); END

CREATE TRIGGER commands_refuse_replace BEFORE INSERT ON commands WHEN EXISTS (SELECT 1 FROM commands WHERE match_id = NEW.match_id AND command_id = NEW.command_id) BEGIN SELECT RAISE(ABORT, 'the log is append-only: commands are added at the end, each once'); END

CREATE TABLE subtrees (
	level INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	hash BLOB NOT NULL, 
	CONSTRAINT one_hash_a_subtree PRIMARY KEY (level, number)
)

CREATE TABLE checkpoints (
	size INTEGER NOT NULL, 
	note TEXT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (size)
)

CREATE TABLE access (
	id TEXT NOT NULL, 
	token BLOB NOT NULL, 
	role TEXT NOT NULL, 
	match_id TEXT, 
	seat INTEGER, 
	label TEXT NOT NULL, 
	created TEXT NOT NULL, 
	expires TEXT, 
	revoked TEXT, 
	PRIMARY KEY (id), 
	UNIQUE (token)
)

CREATE TABLE access_log (
	id TEXT NOT NULL, 
	at TEXT NOT NULL, 
	access_id TEXT NOT NULL, 
	match_id TEXT NOT NULL, 
	what TEXT NOT NULL, 
	PRIMARY KEY (id)
)

CREATE TABLE pins (
	match_id TEXT NOT NULL, 
	hash TEXT NOT NULL, 
	PRIMARY KEY (match_id)
)

CREATE TABLE service (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
)

CREATE TABLE imports (
	match_id TEXT NOT NULL, 
	first_version INTEGER NOT NULL, 
	last_version INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	worth TEXT NOT NULL, 
	ledger_id TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	digest BLOB NOT NULL, 
	CONSTRAINT one_import_an_event PRIMARY KEY (match_id, first_version)
)

CREATE TABLE cosignatures (
	size INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	line TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT one_cosignature PRIMARY KEY (size, name, line)
)

CREATE TABLE spellings (
	spelt TEXT NOT NULL, 
	called TEXT NOT NULL, 
	PRIMARY KEY (spelt)
)

CREATE TABLE listed_matches (
	match_id TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	opened TEXT NOT NULL, 
	last TEXT NOT NULL, 
	closed TEXT, 
	moves INTEGER NOT NULL, 
	ending TEXT NOT NULL, 
	rule TEXT NOT NULL, 
	title TEXT NOT NULL, 
	event TEXT NOT NULL, 
	place TEXT NOT NULL, 
	round TEXT NOT NULL, 
	board TEXT NOT NULL, 
	tags TEXT NOT NULL, minutes INTEGER, read_as TEXT, void INTEGER DEFAULT 0 NOT NULL, corrected INTEGER DEFAULT 0 NOT NULL, entered TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (match_id), 
	UNIQUE (position)
)

CREATE TABLE listed_seats (
	match_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	ref TEXT NOT NULL, 
	person TEXT, 
	opened TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	score BIGINT, 
	CONSTRAINT one_line_a_seat PRIMARY KEY (match_id, seat)
)

CREATE TABLE listed_labels (
	kind TEXT NOT NULL, 
	label TEXT NOT NULL, 
	opened TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	match_id TEXT NOT NULL, 
	CONSTRAINT one_label_a_match PRIMARY KEY (kind, label, opened, position)
)

CREATE TABLE listed_people (
	person TEXT NOT NULL, 
	name TEXT NOT NULL, 
	spelt TEXT NOT NULL, 
	PRIMARY KEY (person), 
	UNIQUE (spelt)
)

CREATE TABLE tallies (
	other TEXT NOT NULL, 
	person TEXT NOT NULL, 
	game TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	matches BIGINT NOT NULL, 
	finished BIGINT NOT NULL, 
	decided BIGINT NOT NULL, 
	won BIGINT NOT NULL, 
	ahead BIGINT NOT NULL, 
	behind BIGINT NOT NULL, 
	moves BIGINT NOT NULL, 
	seconds BIGINT NOT NULL, timed BIGINT DEFAULT 0 NOT NULL, told BIGINT DEFAULT 0 NOT NULL, 
	CONSTRAINT one_tally_a_kind PRIMARY KEY (other, person, game, seat)
)

CREATE INDEX listed_newest ON listed_matches (opened, position)

CREATE INDEX listed_by_game ON listed_matches (game, opened, position)

CREATE INDEX listed_last ON listed_matches (last)

CREATE INDEX listed_by_person ON listed_seats (person, opened, position)

CREATE INDEX listed_by_ref ON listed_seats (ref)

CREATE INDEX listed_labels_by_match ON listed_labels (match_id)

CREATE INDEX listed_open ON listed_matches (opened, position) WHERE closed IS NULL

CREATE INDEX first_events ON events (match_id) WHERE version = 1

CREATE TABLE boxes (
	name TEXT NOT NULL, 
	revision INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	catalogue TEXT NOT NULL, 
	match_id TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT one_revision_of_a_box PRIMARY KEY (name, revision)
)

CREATE TABLE listed_tables (
	match_id TEXT NOT NULL, 
	tournament_id TEXT NOT NULL, 
	CONSTRAINT one_line_a_table PRIMARY KEY (match_id, tournament_id)
)

CREATE TABLE wrong_pins (
	id TEXT NOT NULL, 
	who TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (id)
)

CREATE INDEX wrong_pins_by_whom ON wrong_pins (who)

CREATE TABLE consents (
	match_id TEXT NOT NULL, 
	request TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	target INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	agreed TEXT NOT NULL, 
	refused INTEGER, 
	at TEXT NOT NULL, 
	PRIMARY KEY (match_id)
)

CREATE TABLE rates (
	bucket TEXT NOT NULL, 
	tokens FLOAT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (bucket)
)

CREATE INDEX looks_by_match ON access_log (match_id, access_id)

CREATE TABLE listed_tournaments (
	tournament_id TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	title TEXT NOT NULL, 
	announced TEXT NOT NULL, 
	rounds INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	entrants INTEGER NOT NULL, 
	finished INTEGER NOT NULL, 
	PRIMARY KEY (tournament_id), 
	UNIQUE (position)
)

CREATE TABLE texts (
	commitment TEXT NOT NULL, 
	match_id TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	salt BLOB NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (commitment)
)

CREATE INDEX texts_by_event ON texts (match_id, version)

CREATE TABLE pictures (
	commitment TEXT NOT NULL, 
	match_id TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	salt BLOB NOT NULL, 
	data BLOB NOT NULL, 
	PRIMARY KEY (commitment)
)

CREATE INDEX pictures_by_event ON pictures (match_id, version)

INSERT INTO alembic_version VALUES ('0018')
