import * as v from 'valibot'
import { definePublication, strictObject } from '../../platform/live/contract.ts'

export const POLICIES = ['privacy', 'child-safety'] as const
export type PolicyName = (typeof POLICIES)[number]

/** The languages that a policy may be written in: those of the interface. */
export const POLICY_LANGUAGES = ['en', 'de', 'ar'] as const
export type PolicyLanguage = (typeof POLICY_LANGUAGES)[number]

/** A document of `policies`; its `_id` is the policy's name or, asked for in a language, the name, a dot and that language. */
export interface PolicyDoc {
  title: string
  /** safe markup, made of the operator's or our own text */
  html: string
  /** the language it is written in, which may be another than was asked for */
  lang: PolicyLanguage
}

/** The `_id` of a policy's document. */
export const policyId = (name: PolicyName, lang?: PolicyLanguage): string => (lang === undefined ? name : `${name}.${lang}`)

/** Our addition: a policy's text; where it is there in `lang`, in that language. */
export const policiesText = definePublication(
  'policies.text',
  strictObject({
    name: v.picklist(POLICIES, `must be one of ${POLICIES.join(', ')}`),
    lang: v.optional(v.picklist(POLICY_LANGUAGES, `must be one of ${POLICY_LANGUAGES.join(', ')}`)),
  }),
  ['policies'],
  { access: 'everybody' },
)
