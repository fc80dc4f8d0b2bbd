-- A personal access token may ask for a file, too: its leave ends with the token.
ALTER TABLE "DownloadTicket" ALTER COLUMN "sessionId" DROP NOT NULL;
ALTER TABLE "DownloadTicket" ADD COLUMN "tokenId" UUID;
ALTER TABLE "DownloadTicket" ADD CONSTRAINT "DownloadTicket_asker_check" CHECK (num_nonnulls("sessionId", "tokenId") = 1);

CREATE INDEX "DownloadTicket_tokenId_idx" ON "DownloadTicket"("tokenId");

ALTER TABLE "DownloadTicket" ADD CONSTRAINT "DownloadTicket_tokenId_fkey"
  FOREIGN KEY ("tokenId") REFERENCES "PersonalToken"("id") ON DELETE CASCADE ON UPDATE CASCADE;
