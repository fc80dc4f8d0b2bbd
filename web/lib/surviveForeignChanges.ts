import { tellTrouble } from './usePageTroubles.ts'

/**
 * Has the page outlive translators and extensions, which put elements of theirs in the place of texts that React holds: it would fail to
 * remove such a text, or to put something before it, and end with a white page. What cannot be found is left, and the user is told.
 */
export function surviveForeignChanges(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    tellTrouble('changed')
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    if (before === null || before.parentNode === this) return insertBefore.call(this, node, before) as Child
    tellTrouble('changed')
    return insertBefore.call(this, node, null) as Child
  }
}
