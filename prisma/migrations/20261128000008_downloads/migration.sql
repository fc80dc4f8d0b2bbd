-- Leave to fetch one file, once, by an address that is good for a minute.
CREATE TABLE "DownloadTicket" (
    "ticketHash" BYTEA NOT NULL,
    "sessionId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "filters" JSONB NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DownloadTicket_pkey" PRIMARY KEY ("ticketHash")
);

CREATE INDEX "DownloadTicket_sessionId_idx" ON "DownloadTicket"("sessionId");

CREATE INDEX "DownloadTicket_expiresAt_idx" ON "DownloadTicket"("expiresAt");

ALTER TABLE "DownloadTicket" ADD CONSTRAINT "DownloadTicket_sessionId_fkey"
  FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
