import * as v from 'valibot'
import { definePublication } from '#platform/live/contract.ts'
import { strictObject } from '#platform/live/schemas.ts'
import { mustBeOneOf } from '#platform/text/field-rules.ts'
import { LOCALES, type Locale } from '#platform/text/locales.ts'

export const POLICIES = ['privacy', 'child-safety'] as const
export type PolicyName = (typeof POLICIES)[number]

/** The languages that a policy may be written in: those of the interface. */
export const POLICY_LANGUAGES = LOCALES
export type PolicyLanguage = Locale

/** A document of `policies`. Its `_id` is the policy's name or, if a language was requested, the name, a dot and that language. */
export interface PolicyDoc {
  title: string
  /** safe markup, rendered from the operator's text or our own */
  html: string
  /** language of the text, which may differ from the requested one */
  lang: PolicyLanguage
}

/** The `_id` of a policy's document. */
export const policyId = (name: PolicyName, lang?: PolicyLanguage): string => (lang === undefined ? name : `${name}.${lang}`)

/** Our addition: a policy's text, in the language `lang` if it exists in it. */
export const policiesText = definePublication(
  'policies.text',
  strictObject({
    name: v.picklist(POLICIES, mustBeOneOf(POLICIES)),
    lang: v.optional(v.picklist(POLICY_LANGUAGES, mustBeOneOf(POLICY_LANGUAGES))),
  }),
  ['policies'],
  { access: 'everybody', errors: [] },
)
