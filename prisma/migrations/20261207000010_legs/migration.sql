-- A trade is a position of one or more legs. What was one bought option until now has one leg, which has the id of its trade.
CREATE TABLE "Leg" (
  "id" UUID NOT NULL,
  "tradeId" UUID NOT NULL,
  "side" "OrderSide" NOT NULL,
  "option" TEXT NOT NULL,
  "contract" JSONB NOT NULL,
  "lots" INTEGER NOT NULL,
  "quantity" INTEGER NOT NULL,
  "entryPricePaise" BIGINT NOT NULL,
  "entryValuePaise" BIGINT NOT NULL,
  "targetPaise" BIGINT,
  "stopPaise" BIGINT,
  "exitQuantity" INTEGER NOT NULL DEFAULT 0,
  "exitValuePaise" BIGINT NOT NULL DEFAULT 0,
  "exitPricePaise" BIGINT,
  "grossPaise" BIGINT,
  "chargesPaise" BIGINT NOT NULL,
  "netPaise" BIGINT,
  "status" "TradeStatus" NOT NULL DEFAULT 'RUNNING',
  "exitReason" "ExitReason",
  "terms" JSONB NOT NULL,
  "entryTime" TIMESTAMPTZ(3) NOT NULL,
  "exitTime" TIMESTAMPTZ(3),
  "exitFailures" INTEGER NOT NULL DEFAULT 0,
  "exitWanted" "ExitReason",
  "exitRetryAt" TIMESTAMPTZ(3),
  CONSTRAINT "Leg_pkey" PRIMARY KEY ("id")
);

INSERT INTO "Leg" ("id", "tradeId", "side", "option", "contract", "lots", "quantity", "entryPricePaise", "entryValuePaise", "targetPaise", "stopPaise",
  "exitQuantity", "exitValuePaise", "exitPricePaise", "grossPaise", "chargesPaise", "netPaise", "status", "exitReason", "terms", "entryTime",
  "exitTime", "exitFailures", "exitWanted", "exitRetryAt")
SELECT "id", "id", 'BUY', "option", "contract", "lots", "quantity", "entryPricePaise", "fundUsedPaise", "targetPaise", "stopPaise",
  "exitQuantity", "exitValuePaise", "exitPricePaise", "grossPaise", "chargesPaise", "netPaise", "status", "exitReason", "terms", "entryTime",
  "exitTime", "exitFailures", "exitWanted", "exitRetryAt"
FROM "Trade";

ALTER TABLE "Leg" ADD CONSTRAINT "Leg_tradeId_fkey" FOREIGN KEY ("tradeId") REFERENCES "Trade"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Leg" ADD CONSTRAINT "leg_closed_whole"
  CHECK (("status" = 'RUNNING') = ("exitTime" IS NULL) AND ("exitPricePaise" IS NULL) = ("netPaise" IS NULL) AND "quantity" > 0);
ALTER TABLE "Leg" ADD CONSTRAINT "leg_exit_within_quantity" CHECK ("exitQuantity" BETWEEN 0 AND "quantity");
-- Stops that trail are written again and again.
ALTER TABLE "Leg" SET (fillfactor = 70);
CREATE INDEX "Leg_tradeId_idx" ON "Leg"("tradeId");
CREATE INDEX "leg_open" ON "Leg" ("tradeId") WHERE "exitTime" IS NULL;

-- Of a trade stays what all its legs come to together.
ALTER TABLE "Trade" DROP CONSTRAINT "trade_closed_whole";
ALTER TABLE "Trade" DROP COLUMN "contract", DROP COLUMN "exitValuePaise", DROP COLUMN "exitFailures", DROP COLUMN "exitWanted", DROP COLUMN "exitRetryAt",
  ALTER COLUMN "entryPricePaise" DROP NOT NULL, ALTER COLUMN "targetPaise" DROP NOT NULL, ALTER COLUMN "stopPaise" DROP NOT NULL,
  ADD COLUMN "blockedPaise" BIGINT NOT NULL DEFAULT 0, ADD COLUMN "realisedPaise" BIGINT NOT NULL DEFAULT 0, ADD COLUMN "keptPaise" BIGINT;
UPDATE "Trade" SET "blockedPaise" = ceil("fundUsedPaise"::numeric * ("quantity" - "exitQuantity") / "quantity") WHERE "status" = 'RUNNING';
UPDATE "Trade" SET "realisedPaise" = "netPaise" WHERE "netPaise" IS NOT NULL;
ALTER TABLE "Trade" ADD CONSTRAINT "trade_closed_whole" CHECK (("status" = 'RUNNING') = ("exitTime" IS NULL) AND "quantity" > 0);

ALTER TABLE "Order" ADD COLUMN "legId" UUID;
UPDATE "Order" SET "legId" = "tradeId";
ALTER TABLE "Order" ALTER COLUMN "legId" SET NOT NULL;
CREATE INDEX "Order_legId_idx" ON "Order"("legId");
-- At most one of each number is alive of the exits of a leg, whatever asks for them.
DROP INDEX "order_one_exit_alive";
CREATE UNIQUE INDEX "order_one_exit_alive" ON "Order" ("legId", "slice") WHERE "purpose" = 'EXIT' AND "isOpen";

-- As the references of "Order", "Fill" and "Trade" (20261130000010): a popular signal writes thousands of legs at once.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 180000 THEN
    ALTER TABLE "Leg" ALTER CONSTRAINT "Leg_tradeId_fkey" NOT ENFORCED;
  END IF;
END $$;
