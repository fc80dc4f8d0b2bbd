-- All that a page of a user's history is found and sorted by, and all that its totals are made of: the table itself is read for the page alone.
CREATE INDEX "trade_history" ON "Trade" ("userId", "entryTime" DESC, "id" DESC)
  INCLUDE ("strategyId", "status", "signal", "index", "option", "entryPricePaise", "exitPricePaise", "grossPaise")
  WHERE "exitTime" IS NOT NULL;

-- What the rule compared when it signalled (schema/trading/operandValues.ts); null: not known.
ALTER TABLE "Signal" ADD COLUMN "operandValues" JSONB;
