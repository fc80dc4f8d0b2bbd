-- What the broker last said of a user's orders is looked up before the open.
CREATE INDEX "order_live" ON "Order" ("userId", "id") WHERE "mode" = 'LIVE';
