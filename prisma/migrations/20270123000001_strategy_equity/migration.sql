-- The highest equity of a strategy and its deepest drawdown as updates have seen them, with open trades at their last prices: neither can be
-- found again in what is closed.
CREATE TABLE "StrategyEquity" (
    "strategyId" UUID NOT NULL,
    "market" TEXT NOT NULL,
    "mode" "TradeMode" NOT NULL,
    "highPaise" BIGINT NOT NULL,
    "worstDrawdownPaise" BIGINT NOT NULL,
    "worstEquityPaise" BIGINT NOT NULL,
    "worstAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StrategyEquity_pkey" PRIMARY KEY ("strategyId", "market", "mode")
);
ALTER TABLE "StrategyEquity" ADD CONSTRAINT "StrategyEquity_strategyId_fkey" FOREIGN KEY ("strategyId") REFERENCES "Strategy"("id") ON DELETE CASCADE ON UPDATE CASCADE;
