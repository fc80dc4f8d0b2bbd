import { ApolloLink } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { mergeMap, of, tap, type Observable } from 'rxjs'

/**
 * Repeats a query when a mutation was answered, or broke off, while the query was under way: its answer may be from before the change,
 * and would overwrite on the screen what the user has just done. Must precede all links that resend.
 */
export function currentAnswersLink(): ApolloLink {
  let changes = 0
  const changed = () => void changes++
  return new ApolloLink((operation, forward) => {
    if (operation.operationType === OperationTypeNode.MUTATION) return forward(operation).pipe(tap({ next: changed, error: changed }))
    const ask = (): Observable<ApolloLink.Result> => {
      const before = changes
      return forward(operation).pipe(mergeMap((answer) => (changes === before ? of(answer) : ask())))
    }
    return ask()
  })
}
