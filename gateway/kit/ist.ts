import { Prisma } from '../../prisma/generated/client.ts'

/** SQL for AT TIME ZONE: schema/time.ts IST_OFFSET, on every date; a lookup of the zone by name takes several times as long. */
export const IST = Prisma.sql`interval '05:30'`
