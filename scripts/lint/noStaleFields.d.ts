import type { Rule } from 'eslint'

export const noStaleFields: Rule.RuleModule
