import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { Sealer } from '../../security/Sealer.ts'
import { AuditReader } from './AuditReader.ts'
import { InstallationLog } from './InstallationLog.ts'
import { AuditResolver } from './resolver.ts'
import { auditRoutes } from './routes.ts'
import { AuditService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly sealer: Sealer
  readonly log: FastifyBaseLogger
}

export const auditTopic = defineTopic({
  services: async ({ db, sealer, log }: Needs) => {
    const auditReader = await AuditReader.open(db, sealer, log)
    return { auditReader, audit: new AuditService(auditReader), installationLog: new InstallationLog(db, auditReader) }
  },
  resolver: AuditResolver,
  routes: auditRoutes,
})
