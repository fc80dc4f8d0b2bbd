import type { GraphQLSchema } from 'graphql'
import { RetryLater } from '../../../schema/errors.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'

/** The time limit of an operation, for all its fields together. */
export const OPERATION_MS = 10 * SECOND
const RETRY_SECONDS = 5

/** Gives up unanswered fields of queries and mutations at their context's deadline: UNAVAILABLE instead of a client that waits. */
export function limitOperationTime(schema: GraphQLSchema): void {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const { resolve } = field
      if (!resolve) continue
      field.resolve = (source, args, context: { readonly deadline: Instant }, info) =>
        until(context.deadline, Promise.resolve(resolve(source, args, context, info)))
    }
  }
}

async function until<T>(deadline: Instant, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    const message = 'This took too long and was stopped. The change may still happen: check before you try again.'
    timer = setTimeout(() => reject(new RetryLater('UNAVAILABLE', message, RETRY_SECONDS)), deadline - Date.now())
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
