-- CreateIndex
CREATE INDEX "Signal_market_candleTime_id_idx" ON "Signal"("market", "candleTime", "id");
