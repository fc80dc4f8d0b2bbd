-- The history's totals are told net of charges too: what they are made of is all in the index.
DROP INDEX "trade_history";
CREATE INDEX "trade_history" ON "Trade" ("userId", "entryTime" DESC, "id" DESC)
  INCLUDE ("strategyId", "status", "signal", "index", "option", "entryPricePaise", "exitPricePaise", "grossPaise", "netPaise")
  WHERE "exitTime" IS NOT NULL;
