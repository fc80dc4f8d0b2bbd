import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { SentFiles } from '../../security/SentFiles.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import { OwnDataResolver } from './resolver.ts'
import { ownDataRoutes } from './routes.ts'
import { OwnDataService, type OwnDataMail } from './service.ts'

interface Needs extends OwnDataMail {
  readonly db: Database
  readonly auditReader: AuditReader
  readonly sentFiles: SentFiles
}

export const ownDataTopic = defineTopic({
  services: (needs: Needs) => ({ ownData: new OwnDataService(needs.db, needs.auditReader, needs) }),
  resolver: OwnDataResolver,
  oncePerRequest: { credential: ['exportMyData'] },
  routes: ownDataRoutes,
})
