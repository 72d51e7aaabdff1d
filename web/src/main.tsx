import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { z } from 'zod'
import { callMessages } from './api/api-error.ts'
import { onExpired } from './api/call.ts'
import { queryClient } from './api/use-call.ts'
import { createRouter } from './portal/router.tsx'
import { followSystemTheme } from './ui/theme-choice.ts'
import { toastError } from './ui/toast-store.ts'
import { Toaster } from './ui/toaster.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'
import './ui/theme.css'

// Zod compiles its checks with `new Function`, which the page's Content-Security-Policy rightly forbids.
z.config({ jitless: true })
followSystemTheme()
onExpired(() => toastError(callMessages.expired))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={createRouter()} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
)
