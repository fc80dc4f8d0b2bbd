import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { SentFiles } from '../../security/SentFiles.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import { pruneOrderCalls } from './readOrderBudget.ts'
import { ComplianceResolver } from './resolver.ts'
import { complianceRoutes } from './routes.ts'
import { ComplianceService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly auditReader: AuditReader
  readonly sentFiles: SentFiles
}

export const complianceTopic = defineTopic({
  services: ({ db, auditReader }: Needs) => ({ compliance: new ComplianceService(db, auditReader) }),
  resolver: ComplianceResolver,
  routes: complianceRoutes,
  run: ({ db }) => ({ prune: () => pruneOrderCalls(db) }),
})
