import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { SentFiles } from '../../security/SentFiles.ts'
import { ReportResolver } from './resolver.ts'
import { reportRoutes } from './routes.ts'
import { ReportService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly sentFiles: SentFiles
}

export const reportsTopic = defineTopic({
  services: ({ db }: Needs) => ({ reports: new ReportService(db) }),
  resolver: ReportResolver,
  routes: reportRoutes,
})
