import {
  execute,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  GraphQLObjectType,
  GraphQLSchema,
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  type OperationDefinitionNode,
} from 'graphql'
import { planQuery, type QueryPlan, type RootField } from './planQuery.ts'
import { Shapes } from './Shapes.ts'
import { writeResult } from './writeResult.ts'

/** One operation of a valid document. */
export interface Operation {
  readonly document: DocumentNode
  /** The one to execute, by its name where the document has several. */
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
  readonly contextValue: unknown
}

/** Of one schema. */
export interface Executor {
  execute(operation: Operation): Promise<ExecutionResult>
  /** An answer in JSON; serialised parts are reused. */
  write(result: FormattedExecutionResult): string
}

/** Complaints about the variables of an operation: each costs as much as the whole value that it is about. */
export const MAX_VARIABLE_ERRORS = 5

type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown }
/** By response name. */
type Outcomes = ReadonlyMap<string, Outcome>

/**
 * Executes operations as graphql-js does, only faster: a query of plain data is planned once per document (planQuery.ts), resolved, and
 * shaped without consulting the schema again. In every other case graphql-js gives the answer; resolvers that have run by then do not run
 * again. Nothing of a document becomes code, and a plan lives as long as its document.
 */
export function createExecutor(schema: GraphQLSchema): Executor {
  const shapes = new Shapes()
  const plans = new WeakMap<OperationDefinitionNode, QueryPlan | null>()
  const settled = withOutcomesAsRoot(schema)

  function planOf(document: DocumentNode, operation: OperationDefinitionNode): QueryPlan | null {
    const known = plans.get(operation)
    if (known !== undefined) return known
    const plan = planQuery(schema, document, operation, shapes)
    plans.set(operation, plan)
    return plan
  }

  async function executeOperation({ document, operationName, variables, contextValue }: Operation): Promise<ExecutionResult> {
    const args = { document, variableValues: variables, contextValue, operationName, options: { maxCoercionErrors: MAX_VARIABLE_ERRORS } }
    const operation = getOperationAST(document, operationName)
    const plan = operation && planOf(document, operation)
    const calls = plan && callsOf(schema, plan, variables)
    if (!plan || !calls) return execute({ schema, ...args })
    const outcomes: Outcomes = new Map(
      await Promise.all(calls.map(async (call) => [call.field.responseName, await outcomeOf(call, contextValue)] as const)),
    )
    return completed(plan, outcomes) ?? execute({ schema: settled, rootValue: outcomes, ...args })
  }

  return { execute: executeOperation, write: (result) => writeResult(result, shapes) }
}

interface Call {
  readonly field: RootField
  resolve(contextValue: unknown): unknown
}

/** The root fields with their arguments; null when variables or arguments are invalid. */
function callsOf(schema: GraphQLSchema, plan: QueryPlan, variables: Operation['variables']): Call[] | null {
  const { operation, fragments, queryType, fields } = plan
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: MAX_VARIABLE_ERRORS })
  if (!coerced) return null
  try {
    return fields.map((field) => {
      const { responseName, nodes } = field
      const given = getArgumentValues(field.field, nodes[0]!, coerced)
      const info = {
        ...{ fieldName: field.field.name, fieldNodes: nodes, returnType: field.field.type, parentType: queryType },
        ...{ path: { prev: undefined, key: responseName, typename: queryType.name }, schema, fragments },
        ...{ rootValue: undefined, operation, variableValues: coerced },
      }
      return { field, resolve: (contextValue) => field.field.resolve?.(undefined, given, contextValue, info) }
    })
  } catch {
    return null
  }
}

async function outcomeOf(call: Call, contextValue: unknown): Promise<Outcome> {
  try {
    return { ok: true, value: await call.resolve(contextValue) }
  } catch (error) {
    return { ok: false, error }
  }
}

/** The answer; null when it is more than plain data. */
function completed({ fields }: QueryPlan, outcomes: Outcomes): ExecutionResult | null {
  const data: Record<string, unknown> = {}
  try {
    for (const { responseName, complete } of fields) {
      const outcome = outcomes.get(responseName)
      if (!outcome?.ok) return null
      data[responseName] = complete(outcome.value)
    }
  } catch {
    return null
  }
  return { data }
}

/** The same schema with resolved queries: the root value is the outcomes. */
function withOutcomesAsRoot(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig()
  const queryType = schema.getQueryType()
  if (!queryType) return schema
  const { fields, ...rest } = queryType.toConfig()
  const query = new GraphQLObjectType<Outcomes>({
    ...rest,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        {
          ...field,
          // A promise, as from resolvers: failures then come in the order of graphql-js.
          resolve: async (outcomes: Outcomes, _args: unknown, _context: unknown, { path }) => {
            const outcome = outcomes.get(String(path.key))
            if (!outcome?.ok) throw outcome?.error
            return outcome.value
          },
        },
      ]),
    ),
  })
  return new GraphQLSchema({ ...config, query, types: config.types.filter((type) => type !== queryType) })
}
