import { expect, it } from 'vitest'
import { localeOf } from './negotiate-locale.ts'

it('answers in the language that the reader chose, whatever the browser asks for', () => {
  expect(localeOf({ cookie: 'a=b; locale=de; c=d', 'accept-language': 'ar' })).toBe('de')
  expect(localeOf({ cookie: 'xlocale=de' })).toBe('en')
  expect(localeOf({ cookie: 'locale=fr', 'accept-language': 'ar' })).toBe('ar')
})

it('answers in the language that the browser likes best of those there are', () => {
  expect(localeOf({ 'accept-language': 'fr-CH, de-AT;q=0.9, en;q=0.8, *;q=0.5' })).toBe('de')
  expect(localeOf({ 'accept-language': 'en;q=0.5, ar;q=0.7' })).toBe('ar')
  expect(localeOf({ 'accept-language': 'de;q=0, en;q=0.1' })).toBe('en')
})

it('answers in English where nothing that is asked for is there, or the request is nonsense', () => {
  expect(localeOf({})).toBe('en')
  expect(localeOf({ 'accept-language': 'fr' })).toBe('en')
  expect(localeOf({ 'accept-language': ';;q=,,;q=x' })).toBe('en')
})
