-- A confirmation of live trading also covers the instruments and the trading window that the subscription had then.
ALTER TABLE "Subscription" ADD COLUMN "confirmedInstruments" TEXT[], ADD COLUMN "confirmedStart" TEXT, ADD COLUMN "confirmedEnd" TEXT;

-- Written here, so that a gateway of the version before, which knows version and lots alone, confirms them too.
CREATE FUNCTION confirm_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."confirmedAt" IS NULL THEN
    NEW."confirmedInstruments" := '{}';
    NEW."confirmedStart" := NULL;
    NEW."confirmedEnd" := NULL;
  ELSE
    SELECT coalesce(nullif(NEW.instruments, '{}'), terms.instruments),
      coalesce(NEW."windowStart", terms."windowStart"), coalesce(NEW."windowEnd", terms."windowEnd")
    INTO NEW."confirmedInstruments", NEW."confirmedStart", NEW."confirmedEnd"
    FROM "StrategyVersion" terms WHERE terms."strategyId" = NEW."strategyId" AND terms.version = NEW."confirmedVersion";
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER confirm_inserted_terms BEFORE INSERT ON "Subscription" FOR EACH ROW EXECUTE FUNCTION confirm_terms();
CREATE TRIGGER confirm_changed_terms BEFORE UPDATE ON "Subscription" FOR EACH ROW
  WHEN (OLD."confirmedAt" IS DISTINCT FROM NEW."confirmedAt") EXECUTE FUNCTION confirm_terms();

UPDATE "Subscription" own SET "confirmedInstruments" = coalesce(nullif(own.instruments, '{}'), terms.instruments),
  "confirmedStart" = coalesce(own."windowStart", terms."windowStart"), "confirmedEnd" = coalesce(own."windowEnd", terms."windowEnd")
FROM "StrategyVersion" terms
WHERE own."confirmedAt" IS NOT NULL AND terms."strategyId" = own."strategyId" AND terms.version = own."confirmedVersion";
