import ts from 'typescript'

const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined

/**
 * The compiler goes on believing across an await that a field holds what it held before; another call may have set it to null meanwhile.
 * So what is used of such a field after an await was read into a constant, or the field was looked at again.
 */
export const noStaleFields = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      stale: '{{field}} may be null by now: take it as a constant before the await, and check after it whether it still counts.',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices
    const checker = services.program.getTypeChecker()
    /** Of each function being read: the fields looked at since its last await; null outside of async ones. */
    const seen = []

    const mayBeNothing = (node) => {
      const declaration = services.getSymbolAtLocation(node.property)?.valueDeclaration
      if (!declaration || !ts.isPropertyDeclaration(declaration)) return false
      const type = checker.getTypeAtLocation(declaration)
      return type.isUnion() && type.types.some(({ flags }) => (flags & NOTHING) !== 0)
    }
    const isUsed = (node, { parent } = node) =>
      parent.type === 'TSNonNullExpression' ||
      (parent.type === 'MemberExpression' && parent.object === node && !parent.optional) ||
      (parent.type === 'CallExpression' && parent.callee === node && !parent.optional)

    const enter = ({ async }) => seen.push(async ? { fields: new Set(), hasWaited: false } : null)
    const leave = () => seen.pop()
    return {
      ':function': enter,
      ':function:exit': leave,
      'AwaitExpression:exit'() {
        const here = seen.at(-1)
        if (!here) return
        here.fields.clear()
        here.hasWaited = true
      },
      'MemberExpression[object.type="ThisExpression"]'(node) {
        const here = seen.at(-1)
        if (!here || !mayBeNothing(node)) return
        const field = context.sourceCode.getText(node)
        if (isUsed(node) && here.hasWaited && !here.fields.has(field)) context.report({ node, messageId: 'stale', data: { field } })
        here.fields.add(field)
      },
    }
  },
}
