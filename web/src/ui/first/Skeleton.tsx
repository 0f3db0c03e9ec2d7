export { Skeleton } from 'antd'
