import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type ASTVisitor,
  type FieldNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql'

/** The mutations that look at a password, a code or a mailed link, send a mail, or read all there is of an account: each can be used for guessing or flooding. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  ...['signup', 'login', 'loginSecondFactor', 'reauthenticate', 'refresh', 'changePassword', 'forgotPassword', 'resetPassword'],
  ...['verifyEmail', 'resendVerification', 'confirmTwoFactor', 'sendTestNotification', 'exportMyData'],
])

/** A rule for documents: an operation has one of them at most, under whatever names. */
export function limitCredentials(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation !== OperationTypeNode.MUTATION) return
      const asked = fieldsOf(context, selectionSet, new Set()).filter(({ name }) => CREDENTIALS.has(name.value))
      if (asked.length > 1)
        context.reportError(new GraphQLError('A request carries one sign-in, password, code, mailed link or export.', { nodes: asked }))
    },
  }
}

/** The fields of a selection, those of its fragments among them. */
function fieldsOf(context: ValidationContext, { selections }: SelectionSetNode, seen: Set<string>): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(context, selection.selectionSet, seen)
    const name = selection.name.value
    if (seen.has(name)) return []
    seen.add(name)
    const fragment = context.getFragment(name)
    return fragment ? fieldsOf(context, fragment.selectionSet, seen) : []
  })
}
