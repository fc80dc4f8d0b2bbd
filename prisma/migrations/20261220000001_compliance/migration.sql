-- What the compliance page and the five-year log show beside orders, denials and the audit log.

-- The exchange's id of the algorithm: the installation's, and of each live order the one that was registered when it was stored.
ALTER TABLE "BrokerSetup" ADD COLUMN "algoId" TEXT;
ALTER TABLE "ExitAtBroker" ADD COLUMN "algoId" TEXT;
ALTER TABLE "Order" ADD COLUMN "algoId" TEXT;

-- Whoever stores a live order, it carries the id. One that was an exit at the broker before keeps that one's; what an owner closed by hand has none.
CREATE FUNCTION stamp_algo_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'Order' THEN
    SELECT "algoId" INTO NEW."algoId" FROM "ExitAtBroker" WHERE "clientOrderId" = NEW."clientOrderId";
    IF FOUND THEN RETURN NEW; END IF;
  END IF;
  SELECT "algoId" INTO NEW."algoId" FROM "BrokerSetup" WHERE id = 1;
  RETURN NEW;
END $$;
CREATE TRIGGER stamp_algo_id BEFORE INSERT ON "Order" FOR EACH ROW WHEN (NEW.mode = 'LIVE') EXECUTE FUNCTION stamp_algo_id();
CREATE TRIGGER stamp_algo_id BEFORE INSERT ON "ExitAtBroker" FOR EACH ROW
  WHEN (NEW."clientOrderId" LIKE 'S%') EXECUTE FUNCTION stamp_algo_id();

CREATE TABLE "LiveRegistration" (
    "subscriptionId" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),
    "userId" UUID NOT NULL,
    "strategyId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "lots" INTEGER NOT NULL,

    CONSTRAINT "LiveRegistration_pkey" PRIMARY KEY ("subscriptionId", "since"),
    CONSTRAINT "LiveRegistration_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "Subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "LiveRegistration_strategyId_version_fkey" FOREIGN KEY ("strategyId", "version") REFERENCES "StrategyVersion"("strategyId", "version") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "LiveRegistration_userId_idx" ON "LiveRegistration"("userId");

-- Whatever switches a subscription to live or back, moves it to another version or ends it, the register says so in the same transaction.
CREATE FUNCTION register_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "LiveRegistration" SET "until" = now() WHERE "subscriptionId" = NEW.id AND "until" IS NULL;
  IF NEW.mode = 'LIVE' AND NEW."endedAt" IS NULL AND NEW."confirmedVersion" = NEW.version THEN
    INSERT INTO "LiveRegistration" ("subscriptionId", "since", "userId", "strategyId", "version", "lots")
    VALUES (NEW.id, NEW."confirmedAt", NEW."userId", NEW."strategyId", NEW.version, NEW."confirmedLots")
    ON CONFLICT ("subscriptionId", "since") DO UPDATE SET "until" = NULL, "version" = EXCLUDED."version", "lots" = EXCLUDED."lots";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER register_inserted_live AFTER INSERT ON "Subscription" FOR EACH ROW WHEN (NEW.mode = 'LIVE') EXECUTE FUNCTION register_live();
CREATE TRIGGER register_changed_live AFTER UPDATE ON "Subscription" FOR EACH ROW
  WHEN ((OLD.mode, OLD.version, OLD."endedAt", OLD."confirmedAt") IS DISTINCT FROM (NEW.mode, NEW.version, NEW."endedAt", NEW."confirmedAt"))
  EXECUTE FUNCTION register_live();

INSERT INTO "LiveRegistration" ("subscriptionId", "since", "userId", "strategyId", "version", "lots")
SELECT id, "confirmedAt", "userId", "strategyId", version, "confirmedLots" FROM "Subscription"
WHERE mode = 'LIVE' AND "endedAt" IS NULL AND "confirmedVersion" = version;
