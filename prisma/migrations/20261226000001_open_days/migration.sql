-- What open trades were worth at the last update of each market day, beside the closed ones of "StrategyDay".
CREATE TABLE "StrategyOpenDay" (
    "strategyId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "market" TEXT NOT NULL,
    "mode" "TradeMode" NOT NULL,
    "day" DATE NOT NULL,
    "trades" INTEGER NOT NULL,
    "unpriced" INTEGER NOT NULL,
    "netPaise" BIGINT NOT NULL,
    "isCurrent" BOOLEAN NOT NULL,

    CONSTRAINT "StrategyOpenDay_pkey" PRIMARY KEY ("strategyId", "version", "market", "mode", "day")
);
ALTER TABLE "StrategyOpenDay" ADD CONSTRAINT "StrategyOpenDay_strategyId_version_fkey" FOREIGN KEY ("strategyId", "version") REFERENCES "StrategyVersion"("strategyId", "version") ON DELETE CASCADE ON UPDATE CASCADE;
-- Every update replaces them, however many days there are.
CREATE INDEX "strategy_open_now" ON "StrategyOpenDay" ("market") WHERE "isCurrent";
