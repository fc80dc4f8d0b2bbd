-- The AI trading agent's trades are those of two strategies, one for each kind, that nobody can subscribe to.
ALTER TABLE "Strategy" ADD COLUMN "agent" "AgentTradeKind";
CREATE UNIQUE INDEX "Strategy_agent_key" ON "Strategy"("agent");

-- The analysis behind a signal of the agent. Two lookbacks may speak on one candle; rules still speak once.
ALTER TABLE "Signal" ADD COLUMN "analysisId" UUID;
DROP INDEX "Signal_strategyId_version_market_symbol_interval_candleTime_key";
CREATE UNIQUE INDEX "Signal_strategyId_version_market_symbol_interval_candleTime_key"
  ON "Signal"("strategyId", "version", "market", "symbol", "interval", "candleTime", "analysisId") NULLS NOT DISTINCT;
