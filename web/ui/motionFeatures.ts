export { domMax as motionFeatures } from 'framer-motion'
