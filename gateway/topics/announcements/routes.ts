import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AUDIENCES } from '../../../schema/announcements.ts'
import type { Announcement } from '../../../schema/graphql/announcements.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import { announcementChange, announcementInput, announcementKey } from './input.ts'
import type { AnnouncementService } from './service.ts'

const shown = z.object({ id: z.string(), text: z.string(), from: z.iso.datetime(), to: z.iso.datetime(), updatedAt: z.iso.datetime() })
const managed = shown.extend({ audience: z.enum(AUDIENCES), by: z.string().describe('The admin who last changed it') })

export function announcementRoutes(
  app: FastifyInstance,
  { services: { announcements }, signedIn }: RouteTools<{ readonly announcements: AnnouncementService }>,
): void {
  const about = (summary: string, data: z.ZodType) => ({ tags: ['admin'], summary, security: BEARER, response: answers(data) })
  const path = '/admin/announcements'
  const params = jsonSchema(announcementKey)

  app.get('/announcements', { schema: about('What admins tell the signed-in user at the moment', z.array(shown)) }, async (request) =>
    success((await announcements.current(await signedIn(request))).map(restTimes)),
  )

  app.get(path, { schema: about('The last announcements, ended and coming ones too', z.array(managed)) }, async (request) =>
    success((await announcements.managed(await signedIn(request))).map(restTimes)),
  )

  app.post(path, { schema: { ...about('Publish an announcement', managed), body: jsonSchema(announcementInput) } }, async (request) => {
    const admin = { caller: await signedIn(request), device: deviceOf(request) }
    return success(restTimes(await announcements.publish(admin, request.body)))
  })

  app.put(
    `${path}/:id`,
    { schema: { ...about('Change an announcement', managed), params, body: jsonSchema(announcementChange) } },
    async (request) => {
      const admin = { caller: await signedIn(request), device: deviceOf(request) }
      return success(restTimes(await announcements.change(admin, request.params, request.body)))
    },
  )

  app.delete(`${path}/:id`, { schema: { ...about('End an announcement', managed), params } }, async (request) => {
    const admin = { caller: await signedIn(request), device: deviceOf(request) }
    return success(restTimes(await announcements.end(admin, request.params)))
  })
}

function restTimes<Shown extends Announcement>({ from, to, updatedAt, ...announcement }: Shown) {
  return { ...announcement, from: from.toISOString(), to: to.toISOString(), updatedAt: updatedAt.toISOString() }
}
