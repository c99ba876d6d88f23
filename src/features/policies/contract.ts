import * as v from 'valibot'
import { argument, definePublication } from '../../platform/live/contract.ts'

export const POLICIES = ['privacy', 'child-safety'] as const
export type PolicyName = (typeof POLICIES)[number]

/** A document of `policies`; its `_id` is the policy's name. */
export interface PolicyDoc {
  title: string
  /** safe markup, made of the operator's or our own text */
  html: string
}

/** Our addition: a policy's text. */
export const policiesText = definePublication(
  'policies.text',
  argument({ name: v.picklist(POLICIES, `must be one of ${POLICIES.join(', ')}`) }),
  ['policies'],
  { access: 'everybody' },
)
