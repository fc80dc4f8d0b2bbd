-- A history's totals are of its live trades where there are any. One read from the whole history groups every trade by its mode, which costs
-- a seventh of the statement; from this index it costs what there is of live trades, mostly nothing.
CREATE INDEX "trade_history_live" ON "Trade" ("userId", "entryTime" DESC)
  INCLUDE ("mode", "status", "signal", "strategyId", "entryPricePaise", "exitPricePaise", "grossPaise", "netPaise", "index", "option")
  WHERE "exitTime" IS NOT NULL AND "mode" = 'LIVE';
