import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { migrate } from './database.ts'
import { onServer } from './testing-database.ts'

/** Once a run: a server to test on and a migrated database to copy. */
export default async function setup(project: TestProject) {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is not set')
  const template = `academy_template_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${template}`)
  const url = new URL(server)
  url.pathname = template
  await migrate(url.href)
  project.provide('databaseServer', server)
  project.provide('databaseTemplate', template)
  return () => onServer(server, `drop database if exists ${template} with (force)`)
}
