import type { GraphQLSchema } from 'graphql'
import { RetryLater } from '../../../schema/errors.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import { readTookTooLong } from '../../kit/readTookTooLong.ts'

/** The time limit of an operation, for all its fields together. */
export const OPERATION_MS = 10 * SECOND
/** For mutations that wait for somebody outside (Topic.ts). */
export const PATIENT_OPERATION_MS = 45 * SECOND
const RETRY_SECONDS = 5

/**
 * Gives up unanswered fields of queries and mutations at their context's deadline: UNAVAILABLE instead of a client that waits, with what to
 * do about it. The mutations named in `patient` have more time.
 */
export function limitOperationTime(schema: GraphQLSchema, patient: readonly string[]): void {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    const changes = type === schema.getMutationType()
    for (const [name, field] of Object.entries(type?.getFields() ?? {})) {
      const { resolve } = field
      if (!resolve) continue
      const more = changes && patient.includes(name) ? PATIENT_OPERATION_MS - OPERATION_MS : 0
      field.resolve = (source, args, context: { readonly deadline: Instant }, info) =>
        until(context.deadline + more, Promise.resolve(resolve(source, args, context, info)), changes ? changeTookTooLong : readTookTooLong)
    }
  }
}

function changeTookTooLong(): RetryLater {
  const message = 'This took too long and was stopped. The change may still happen: check before you try again.'
  return new RetryLater('UNAVAILABLE', message, RETRY_SECONDS)
}

async function until<T>(deadline: Instant, work: Promise<T>, refusal: () => RetryLater): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(refusal()), deadline - Date.now())
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
