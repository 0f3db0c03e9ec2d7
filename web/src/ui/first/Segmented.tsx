export { Segmented } from 'antd'
