import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ManagedStrategy } from '../../../schema/graphql/managedStrategies.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import { idempotencyHeader, idempotencyKeyOf } from '../../kit/idempotencyHeader.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { restStrategy, restStrategySchema } from '../strategies/restStrategy.ts'
import { editedInput, removalInput, strategyInput, strategyKeyInput } from './input.ts'
import type { Admin } from './service.ts'
import type { AdminStrategyService } from './service.ts'

const managedSchema = restStrategySchema.extend({
  rules: z.record(z.string(), z.unknown()).describe('The rules as they are written: interval, long and short'),
  subscribers: z.int(),
  subscribersBehind: z.int().describe('Those of them who are still on an earlier version'),
  openTrades: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

export function adminStrategyRoutes(
  app: FastifyInstance,
  { services, signedIn }: RouteTools<{ readonly adminStrategies: AdminStrategyService }>,
): void {
  const documented = { tags: ['admin'], security: BEARER }
  const { adminStrategies } = services
  const adminOf = async (request: FastifyRequest): Promise<Admin> => ({ caller: await signedIn(request), device: deviceOf(request) })

  app.get(
    '/admin/strategies',
    { schema: { ...documented, summary: 'All strategies, private and inactive ones too', response: answers(z.array(managedSchema)) } },
    async (request) => success((await adminStrategies.list(await signedIn(request))).map(restManaged)),
  )

  app.post(
    '/admin/strategies',
    {
      schema: {
        ...documented,
        summary:
          'Make a strategy; without rules it has those of the template of its type, and one of type custom is a draft that cannot be active',
        headers: idempotencyHeader,
        body: jsonSchema(strategyInput),
        response: answers(managedSchema, { status: 201 }),
      },
    },
    async (request, reply) => {
      const made = await adminStrategies.create(await adminOf(request), request.body, idempotencyKeyOf(request))
      return reply.code(201).send(success(restManaged(made), 'Strategy created successfully!'))
    },
  )

  app.put(
    '/admin/strategies/:id',
    {
      schema: {
        ...documented,
        summary: 'Save an edited strategy; a change of what it trades by is a new version, and subscribers stay on theirs until they move',
        params: jsonSchema(strategyKeyInput),
        body: jsonSchema(strategyInput.safeExtend({ updatedAt: editedInput.shape.updatedAt })),
        response: answers(managedSchema),
      },
    },
    async (request) => {
      const edited = { ...updatedAtOf(request.body), ...(request.params as object) }
      const saved = await adminStrategies.update(await adminOf(request), edited, request.body)
      const staying =
        saved.subscribersBehind === 0
          ? ''
          : ` Subscribers on an earlier version: ${saved.subscribersBehind}; each stays there until moving to the new one.`
      return success(restManaged(saved), `Strategy updated successfully!${staying}`)
    },
  )

  app.delete(
    '/admin/strategies/:id',
    {
      schema: {
        ...documented,
        summary:
          'Take a strategy away: refused with the numbers while trades of it are open, and while users are subscribed unless confirmed',
        params: jsonSchema(strategyKeyInput),
        querystring: jsonSchema(removalInput.pick({ confirm: true })),
        response: answers(z.object({ id: z.string(), endedSubscriptions: z.int() })),
      },
    },
    async (request) => {
      const removal = { ...(request.query as object), ...(request.params as object) }
      const removed = await adminStrategies.remove(await adminOf(request), removal)
      const ended = removed.endedSubscriptions === 0 ? '' : ` Subscriptions ended: ${removed.endedSubscriptions}.`
      return success(removed, `Strategy deleted successfully!${ended}`)
    },
  )

  app.patch(
    '/admin/strategies/:id/toggle-public',
    {
      schema: {
        ...documented,
        summary: 'Show a strategy to everyone, or hide it',
        params: jsonSchema(strategyKeyInput),
        response: answers(managedSchema),
      },
    },
    async (request) => {
      const toggled = await adminStrategies.togglePublic(await adminOf(request), request.params)
      return success(restManaged(toggled), `The strategy is ${toggled.isPublic ? 'public' : 'private'}.`)
    },
  )

  app.patch(
    '/admin/strategies/:id/toggle-active',
    {
      schema: {
        ...documented,
        summary: 'Switch a strategy on or off; open trades run to their own exit',
        params: jsonSchema(strategyKeyInput),
        response: answers(managedSchema),
      },
    },
    async (request) => {
      const toggled = await adminStrategies.toggleActive(await adminOf(request), request.params)
      return success(restManaged(toggled), `The strategy is ${toggled.isActive ? 'active' : 'inactive'}.`)
    },
  )
}

function updatedAtOf(body: unknown): { readonly updatedAt?: unknown } {
  return typeof body === 'object' && body !== null && 'updatedAt' in body ? { updatedAt: body.updatedAt } : {}
}

function restManaged(strategy: ManagedStrategy): z.infer<typeof managedSchema> {
  const { createdAt, updatedAt } = strategy
  return { ...strategy, ...restStrategy(strategy), createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
