-- What each user's agent looked at, and when: an analysis belongs to nobody, so that the log of a user is the analyses joined with this.
CREATE TABLE "AgentWatch" (
    "userId" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),
    "symbols" TEXT[],
    "lookback" INTEGER NOT NULL,
    "intervalMinutes" INTEGER NOT NULL,

    CONSTRAINT "AgentWatch_pkey" PRIMARY KEY ("userId", "since"),
    CONSTRAINT "AgentWatch_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Whoever changes what an agent looks at, or switches it, the change is noted in the same transaction. Not by now(): of two changes that wait
-- for each other the second may have begun before the first.
CREATE FUNCTION note_agent_watch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment TIMESTAMPTZ(3) := clock_timestamp();
BEGIN
  UPDATE "AgentWatch" SET "until" = moment WHERE "userId" = NEW."userId" AND "until" IS NULL;
  IF NEW.enabled THEN
    INSERT INTO "AgentWatch" ("userId", "since", "symbols", "lookback", "intervalMinutes")
    VALUES (NEW."userId", moment, NEW.symbols, NEW."lookbackPeriod", NEW."analysisIntervalMinutes")
    ON CONFLICT ("userId", "since") DO UPDATE
    SET "until" = NULL, "symbols" = EXCLUDED."symbols", "lookback" = EXCLUDED."lookback", "intervalMinutes" = EXCLUDED."intervalMinutes";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_first_agent_watch AFTER INSERT ON "AgentSettings" FOR EACH ROW WHEN (NEW.enabled) EXECUTE FUNCTION note_agent_watch();
CREATE TRIGGER note_agent_watch AFTER UPDATE ON "AgentSettings" FOR EACH ROW
  WHEN ((OLD.enabled, OLD.symbols, OLD."lookbackPeriod", OLD."analysisIntervalMinutes")
    IS DISTINCT FROM (NEW.enabled, NEW.symbols, NEW."lookbackPeriod", NEW."analysisIntervalMinutes"))
  EXECUTE FUNCTION note_agent_watch();

-- Of the time before nothing was kept but when an agent was switched on last.
INSERT INTO "AgentWatch" ("userId", "since", "symbols", "lookback", "intervalMinutes")
SELECT "userId", coalesce("enabledAt", "updatedAt"), symbols, "lookbackPeriod", "analysisIntervalMinutes" FROM "AgentSettings" WHERE enabled;
