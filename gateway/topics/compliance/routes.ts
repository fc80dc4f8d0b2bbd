import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { READINESS_STATES } from '../../../schema/brokerReadiness.ts'
import type { Compliance, OrderBudget } from '../../../schema/graphql/compliance.ts'
import { BUDGET_WINDOWS } from '../../../schema/trading/orderBudget.ts'
import { ORDER_SIDES } from '../../../schema/trading/OrderSide.ts'
import { ORDER_STATUSES } from '../../../schema/trading/OrderStatus.ts'
import { answers, fileAnswers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { NDJSON, type SentFiles } from '../../security/SentFiles.ts'
import { budgetInput } from './input.ts'
import type { ComplianceService } from './service.ts'

const time = z.iso.datetime()

const complianceSchema = z.object({
  address: z
    .object({
      ...{ outgoing: z.string().nullable(), registered: z.string().nullable(), state: z.enum(READINESS_STATES) },
      ...{ text: z.string(), checkedAt: time },
    })
    .nullable(),
  algoId: z.string().nullable(),
  register: z.array(
    z.object({
      ...{ strategyId: z.string(), strategy: z.string(), version: z.int(), lots: z.int(), since: time, until: time.nullable() },
      ...{ riskTextVersion: z.int().nullable(), riskTextAcceptedAt: time.nullable() },
    }),
  ),
  orders: z.array(
    z.object({
      ...{ id: z.string(), at: time, option: z.string(), strategy: z.string(), side: z.enum(ORDER_SIDES), quantity: z.int() },
      ...{ status: z.enum(ORDER_STATUSES), tag: z.string(), brokerOrderId: z.string().nullable(), algoId: z.string().nullable() },
    }),
  ),
})

const budgetSchema = z.object({
  ...{ window: z.enum(BUDGET_WINDOWS), limit: z.int(), from: time, until: time, peak: z.int() },
  used: z.array(z.object({ at: time, orders: z.int(), entries: z.int(), exits: z.int(), changes: z.int(), cancellations: z.int() })),
})

export function complianceRoutes(
  app: FastifyInstance,
  { services: { compliance, sentFiles }, signedIn }: RouteTools<{ readonly compliance: ComplianceService; readonly sentFiles: SentFiles }>,
): void {
  const documented = { tags: ['compliance'], security: BEARER }

  app.get(
    '/compliance',
    {
      schema: {
        ...documented,
        summary: "What an auditor asks of the user's live trading: outgoing address, algo id, register of live strategies, latest orders",
        response: answers(complianceSchema),
      },
    },
    async (request) => success(restCompliance(await compliance.overview((await signedIn(request)).userId))),
  )

  app.get(
    '/compliance/order-budget',
    {
      schema: {
        ...documented,
        summary:
          "How much of the order budget the user's live orders, their changes and cancellations have used, by the second, minute or hour",
        querystring: jsonSchema(budgetInput),
        response: answers(budgetSchema),
      },
    },
    async (request) => success(restBudget(await compliance.budget((await signedIn(request)).userId, request.query))),
  )

  app.get(
    '/compliance/log.ndjson',
    {
      schema: {
        ...documented,
        summary:
          "Five years of the user's live trading, a JSON object on each line; the last says how far the audit log's hash chain holds",
        response: fileAnswers('application/x-ndjson', 'UTF-8, amounts in paise'),
      },
    },
    async (request, reply) => {
      const caller = await signedIn(request)
      return sentFiles.send(reply, caller, { name: 'compliance-log.ndjson', type: NDJSON, pieces: compliance.log(caller.userId) })
    },
  )
}

function restCompliance({ address, algoId, register, orders }: Compliance): z.infer<typeof complianceSchema> {
  return {
    address: address && { ...address, checkedAt: address.checkedAt.toISOString() },
    algoId,
    register: register.map(({ since, until, riskTextAcceptedAt, ...entry }) => ({
      ...entry,
      ...{ since: since.toISOString(), until: until?.toISOString() ?? null },
      riskTextAcceptedAt: riskTextAcceptedAt?.toISOString() ?? null,
    })),
    orders: orders.map((order) => ({ ...order, at: order.at.toISOString() })),
  }
}

function restBudget({ from, until, used, ...budget }: OrderBudget): z.infer<typeof budgetSchema> {
  return {
    ...budget,
    ...{ from: from.toISOString(), until: until.toISOString() },
    used: used.map(({ at, ...use }) => ({ at: at.toISOString(), ...use })),
  }
}
