-- CreateTable
CREATE TABLE "AuditKey" (
    "id" INTEGER NOT NULL CHECK ("id" = 1),
    "publicKey" BYTEA NOT NULL,
    "sealedPrivateKey" BYTEA NOT NULL,

    CONSTRAINT "AuditKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PersonKey" (
    "accountId" UUID NOT NULL,
    "secret" BYTEA NOT NULL,

    CONSTRAINT "PersonKey_pkey" PRIMARY KEY ("accountId")
);

-- AlterTable
ALTER TABLE "AuditEntry" DISABLE TRIGGER "AuditEntry_is_append_only";
ALTER TABLE "AuditEntry" DROP COLUMN "address", DROP COLUMN "userAgent", ADD COLUMN "sealed" BYTEA, ADD COLUMN "deviceMark" BYTEA;

-- SQL has no key to seal with. Of entries from before, what says who somebody is goes, and the rest is chained anew, once: as hashOf() in
-- gateway/audit/recordAudit.ts does it.
DO $$
DECLARE
  entry record;
  account uuid;
  before bytea;
  kept jsonb;
  facts text;
BEGIN
  FOR entry IN SELECT * FROM "AuditEntry" ORDER BY "accountId", sequence LOOP
    IF account IS DISTINCT FROM entry."accountId" THEN
      account := entry."accountId";
      before := '';
    END IF;
    SELECT coalesce(jsonb_object_agg(key, value), '{}'), coalesce(string_agg('[' || to_json(key) || ',' || value::text || ']', ',' ORDER BY key COLLATE "C"), '')
    INTO kept, facts FROM jsonb_each(entry.details)
    WHERE key IN ('by', 'changed', 'ended', 'endedSubscriptions', 'isActive', 'isPublic', 'left', 'newDevice', 'role', 'version');
    before := sha256(before || convert_to('[' || concat_ws(',',
      to_json(entry."accountId"::text), entry.sequence, to_json(to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      to_json(entry.action), to_json(entry.actor), coalesce(to_json(entry."sessionId"::text)::text, 'null'), '[' || facts || ']', 'null', 'null'
    ) || ']', 'UTF8'));
    UPDATE "AuditEntry" SET details = kept, hash = before WHERE "accountId" = entry."accountId" AND sequence = entry.sequence;
  END LOOP;
END
$$;
ALTER TABLE "AuditEntry" ENABLE TRIGGER "AuditEntry_is_append_only";

-- Who pulled a switch or asked for an exit is named by the account, which leads to nobody once it is deleted.
UPDATE "KillSwitch" SET by = coalesce((SELECT id::text FROM "User" WHERE email = "KillSwitch".by), CASE scope WHEN 'USER' THEN "scopeId"::text END, 'unknown')
WHERE by LIKE '%@%';
UPDATE "ExitRequest" SET by = coalesce((SELECT "userId"::text FROM "Trade" WHERE id = "tradeId"), 'unknown') WHERE by LIKE '%@%';
