-- When backups were made, and alerts: backups that stop, and the end of the market calendar that comes nearer.
CREATE TABLE "Backup" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BIGINT,

    CONSTRAINT "Backup_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Backup_at_idx" ON "Backup"("at");

ALTER TYPE "IncidentKind" ADD VALUE 'BACKUP_LATE';
ALTER TYPE "IncidentKind" ADD VALUE 'CALENDAR_60';
ALTER TYPE "IncidentKind" ADD VALUE 'CALENDAR_30';
ALTER TYPE "IncidentKind" ADD VALUE 'CALENDAR_7';
