import { Outlet } from '@tanstack/react-router'
import { Everywhere } from './Everywhere.tsx'

export const Root = () => (
  <Everywhere>
    <Outlet />
  </Everywhere>
)
