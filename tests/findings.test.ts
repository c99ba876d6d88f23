import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../findings/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const scripts = readdirSync(folder).filter(name => name.endsWith('.sh'))

it.each(scripts)('the finding %s is a shell script that installs exact versions, and the list says the same of it', name => {
  execFileSync('sh', ['-n', new URL(name, folder).pathname])
  const text = read(name)
  const sentence = /^#!\/bin\/sh\n# (.*\.)\n/.exec(text)![1]!
  expect(read('README.md').toLowerCase()).toContain(`- \`${name}\`: ${sentence.toLowerCase()}\n`)
  const packages = /^npm install .*--silent (.*)$/m.exec(text)![1]!.split(' ')
  expect(packages.filter(each => !/@\d+\.\d+\.\d+$/.test(each))).toEqual([])
})

it('every finding of the list is there', () => {
  const listed = [...read('README.md').matchAll(/^- `([^`]+)`/gm)].map(([, name]) => name)
  expect(listed).toEqual([...scripts].sort())
})
