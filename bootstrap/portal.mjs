// npm run portal -- <command>: the tools of whoever keeps the portal.
await import('../api/src/portal-command.ts')
