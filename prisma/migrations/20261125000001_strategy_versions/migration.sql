-- What a strategy trades by moves to its versions; what is there becomes version 1.
CREATE TABLE "StrategyVersion" (
    "strategyId" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "rules" JSONB NOT NULL,
    "windowStart" TEXT NOT NULL DEFAULT '09:15',
    "windowEnd" TEXT NOT NULL DEFAULT '15:30',
    "maxTrades" INTEGER NOT NULL DEFAULT 5,
    "riskPerTradePaise" BIGINT NOT NULL DEFAULT 100000,
    "stopLossPercent" DOUBLE PRECISION NOT NULL DEFAULT 50,
    "takeProfitPercent" DOUBLE PRECISION NOT NULL DEFAULT 100,
    "trailingStopPercent" DOUBLE PRECISION,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "instruments" TEXT[],
    "changes" TEXT[],
    "createdBy" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StrategyVersion_pkey" PRIMARY KEY ("strategyId", "version")
);

INSERT INTO "StrategyVersion" ("strategyId", "version", "rules", "windowStart", "windowEnd", "maxTrades", "riskPerTradePaise",
  "stopLossPercent", "takeProfitPercent", "trailingStopPercent", "quantity", "instruments", "changes", "createdAt")
SELECT "id", 1, "rules", "windowStart", "windowEnd", "maxTrades", "riskPerTradePaise",
  "stopLossPercent", "takeProfitPercent", "trailingStopPercent", "quantity", "instruments", '{}', "createdAt"
FROM "Strategy";

ALTER TABLE "StrategyVersion" ADD CONSTRAINT "StrategyVersion_strategyId_fkey"
  FOREIGN KEY ("strategyId") REFERENCES "Strategy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a version says stays said: nobody's rules change while they trade by them.
CREATE FUNCTION strategy_version_keeps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of a strategy is never changed: make a new one';
END $$;
CREATE TRIGGER strategy_version_keeps BEFORE UPDATE ON "StrategyVersion" FOR EACH ROW EXECUTE FUNCTION strategy_version_keeps();

ALTER TABLE "Strategy" DROP COLUMN "rules", DROP COLUMN "windowStart", DROP COLUMN "windowEnd", DROP COLUMN "maxTrades",
  DROP COLUMN "riskPerTradePaise", DROP COLUMN "stopLossPercent", DROP COLUMN "takeProfitPercent", DROP COLUMN "trailingStopPercent",
  DROP COLUMN "quantity", DROP COLUMN "instruments",
  ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "archivedAt" TIMESTAMPTZ(3);

-- A strategy and its newest version point at each other: looked at with the commit.
ALTER TABLE "Strategy" ADD CONSTRAINT "Strategy_id_version_fkey"
  FOREIGN KEY ("id", "version") REFERENCES "StrategyVersion"("strategyId", "version") ON DELETE NO ACTION ON UPDATE CASCADE
  DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "Subscription" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
DROP INDEX "Subscription_strategyId_idx";
CREATE INDEX "Subscription_strategyId_version_idx" ON "Subscription" ("strategyId", "version");
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_strategyId_version_fkey"
  FOREIGN KEY ("strategyId", "version") REFERENCES "StrategyVersion"("strategyId", "version") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "Signal" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
DROP INDEX "Signal_strategyId_market_symbol_interval_candleTime_key";
CREATE UNIQUE INDEX "Signal_strategyId_version_market_symbol_interval_candleTime_key"
  ON "Signal" ("strategyId", "version", "market", "symbol", "interval", "candleTime");
ALTER TABLE "Signal" ADD CONSTRAINT "Signal_strategyId_version_fkey"
  FOREIGN KEY ("strategyId", "version") REFERENCES "StrategyVersion"("strategyId", "version") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "Trade" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "Trade" ADD CONSTRAINT "Trade_strategyId_version_fkey"
  FOREIGN KEY ("strategyId", "version") REFERENCES "StrategyVersion"("strategyId", "version") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A backtest may be of a draft, which is nobody's strategy.
ALTER TABLE "BacktestRun" ALTER COLUMN "strategyId" DROP NOT NULL;
ALTER TABLE "BacktestRun" DROP CONSTRAINT "BacktestRun_strategyId_fkey";
ALTER TABLE "BacktestRun" ADD CONSTRAINT "BacktestRun_strategyId_fkey"
  FOREIGN KEY ("strategyId") REFERENCES "Strategy"("id") ON DELETE SET NULL ON UPDATE CASCADE;
