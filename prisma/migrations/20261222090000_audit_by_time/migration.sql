-- The log of all accounts together is read by time, a page at a time.
CREATE INDEX "AuditEntry_at_accountId_sequence_idx" ON "AuditEntry" ("at", "accountId", "sequence");
