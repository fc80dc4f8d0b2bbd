-- A user's running trades, asked for every few seconds, beside any number of closed ones.
CREATE INDEX "trade_open" ON "Trade" ("userId") WHERE "exitTime" IS NULL;
